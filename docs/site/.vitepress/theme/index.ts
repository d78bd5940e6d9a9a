import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import './tables.css'
import Playground from '../../playground/Playground.vue'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Playground', Playground)
  },
} satisfies Theme
