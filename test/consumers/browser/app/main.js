if (import.meta.env.DEV) await import('./mocks.js')
await import('./page.js')
