import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8765'

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Relative addresses, so that the page can be served below any path.
  base: './',
  build: {
    outDir: '../src/affray/server/static',
    emptyOutDir: true,
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  // Without this, tests load the build of Svelte that is meant for servers.
  resolve: mode === 'test' ? { conditions: ['browser'] } : undefined,
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
  },
}))
