import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import './home.css'
import './tables.css'
import Playground from '../../playground/Playground.vue'
import Layout from './Layout.vue'

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('Playground', Playground)
  },
} satisfies Theme
