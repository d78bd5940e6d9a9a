import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import Playground from '../../playground/Playground.vue'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Playground', Playground)
  },
} satisfies Theme
