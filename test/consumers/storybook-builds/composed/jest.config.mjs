export default {
  rootDir: '..',
  testEnvironment: 'jsdom',
  testMatch: ['<rootDir>/composed/*.test.mjs'],
  setupFilesAfterEnv: ['<rootDir>/composed/setup.mjs'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } },
    ],
  },
}
