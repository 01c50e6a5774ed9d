import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'

const server = testApp()

test('a server without the built admin serves only the API', async () => {
  const asPerson = { headers: { accept: 'text/html' } }
  for (const path of ['/', '/login']) expect((await server.anonymous.get(path, asPerson)).status).toBe(404)
  expect((await server.anonymous.get('/health')).status).toBe(200)
})
