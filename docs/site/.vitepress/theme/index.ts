import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { defineAsyncComponent } from 'vue'
import './home.css'
import './tables.css'
import LazyPlayground from '../../playground/LazyPlayground.vue'
import Layout from './Layout.vue'
import { keepTabsInStep } from './tabs.ts'

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    if (!import.meta.env.SSR) keepTabsInStep(document)
    // Its editor and its parser are loaded on its page only.
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../../playground/Playground.vue')),
    )
    app.component('LazyPlayground', LazyPlayground)
  },
} satisfies Theme
