export const lazy = 'loaded'
