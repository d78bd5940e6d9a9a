import { createRequire } from 'node:module'
import * as vitest from 'vitest'
import packages from '../packages.mjs'

createRequire(import.meta.url)('../like-yoga.cjs')(vitest, packages)
