import { test as base } from '@playwright/test'
import { rest } from 'mynah'
import { mocked } from 'mynah/playwright'

const users = rest.get('/api/users', [{ id: 1, name: 'Ada' }])

export const test = base.extend(mocked([users], { passthrough: ['https://cdn.test'] }))
export { expect } from '@playwright/test'
