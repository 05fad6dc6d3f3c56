"""The server: a table on HTTP and WebSocket, its store, and the links to it."""
