'use server'

import { revalidateTag } from 'next/cache'
import { createUser } from './data.js'

export async function addUser(_previous, form) {
  const { ok, body } = await createUser(form.get('name'))
  if (!ok) return { error: body.error }
  revalidateTag('users', 'max')
  return { error: null }
}
