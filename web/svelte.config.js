import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Runes in our own components; packages keep the mode that they were written in.
    runes: ({ filename }) => (filename.includes('node_modules') ? undefined : true),
  },
}
