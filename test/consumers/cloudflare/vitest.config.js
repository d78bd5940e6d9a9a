import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const billing = {
  name: 'billing',
  modules: true,
  script: "export default { fetch: () => new Response('from the other Worker') }",
}

export default defineConfig({
  plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.jsonc' }, miniflare: { workers: [billing] } })],
})
