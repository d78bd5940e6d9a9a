export * from '../storybook/annotations.ts'
