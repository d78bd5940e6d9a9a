import { createRequire } from 'node:module'
import packages from '../packages.mjs'

createRequire(import.meta.url)('../like-yoga.cjs')(globalThis, packages)
