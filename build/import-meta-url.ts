import { pathToFileURL } from 'node:url'

/** Replaces `import.meta.url` in CommonJS. */
export const importMetaUrl = /* @__PURE__ */ pathToFileURL(__filename).href
