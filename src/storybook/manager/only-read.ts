import { styled } from 'storybook/theming'

/** Text that a screen reader says, and nobody sees. */
export const OnlyRead = styled.span({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
