export default { testMatch: ['**/*.{test,jest}.js'], transform: {} }
