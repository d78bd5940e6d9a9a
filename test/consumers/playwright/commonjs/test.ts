import { test as base } from '@playwright/test'
import { rest } from 'mynah'
import { mocked } from 'mynah/playwright'

export const test = base.extend(mocked([rest.get('/api/users', [{ id: 1, name: 'Ada' }])]))
