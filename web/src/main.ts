import { mount } from 'svelte'
import App from './App.svelte'
import { Client } from './state/client.svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

const target = document.getElementById('app')
if (!target) throw new Error('The page has no element with the id "app".')

const page = new URL(location.href)
const gmKey = page.searchParams.get('gm') ?? new URLSearchParams(page.hash.slice(1)).get('gm') ?? ''
if (gmKey) {
  // The key makes whoever holds it GM: it must not stay where it is read aloud, copied or bookmarked.
  page.searchParams.delete('gm')
  page.hash = ''
  history.replaceState(history.state, '', page)
}

const client = new Client(gmKey)
if (/\/watch\/?$/.test(page.pathname)) client.watching = true

if (import.meta.env.DEV && page.searchParams.has('fixture')) {
  const { playFixture } = await import('./testing/play')
  playFixture(client, page.searchParams.get('fixture')!)
}

export default mount(App, { target, props: { client } })
