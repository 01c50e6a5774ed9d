import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userSchema } from '../../../src/domain/users/user.ts'
import { validate } from '../../../src/domain/validation/errors.ts'
import { users } from '../../../src/server/platform/database/schema/users.ts'
import { createFirstUser } from '../../../src/server/start/prepare.ts'
import { testApp } from '../../support/app.ts'
import { signInAs } from '../../support/people.ts'

const server = testApp({ config: { saName: ' \uff33\uff21 ' } })

test('the first sa is valid by its schema, so that it can edit its record', async () => {
  await createFirstUser(server.context)
  const [row] = await server.db.select().from(users).where(eq(users.nameKey, 'sa'))
  if (!row) throw new Error('There is no first user')
  const written = Object.fromEntries(Object.entries(row).filter(([field]) => field in userSchema.shape))
  expect(validate(userSchema, written)).toEqual([])
  expect(row.name).toBe('SA')
  const sa = await signInAs(server, row)
  expect((await sa.put(`/api/users/${sa.id}`, { email: 'sa@cartelera.example' })).status).toBe(200)
})
