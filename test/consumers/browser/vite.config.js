// Assets are files, as most are in a larger page: nothing is inlined.
export default { build: { assetsInlineLimit: 0 } }
