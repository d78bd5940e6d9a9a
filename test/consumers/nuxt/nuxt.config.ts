export default defineNuxtConfig({ compatibilityDate: '2025-11-01', telemetry: false })
