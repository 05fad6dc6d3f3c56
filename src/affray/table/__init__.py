"""The table: seats, prompts, bots and undo around one fight. Messages go in and out; there are no sockets."""
