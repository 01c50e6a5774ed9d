import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import contents from '../../data/messages-contents.json' with { type: 'json' }
import users from '../../data/messages-users.json' with { type: 'json' }

const RULES = readFileSync(new URL('../../data/validation-rules.md', import.meta.url), 'utf8')

const copies = Object.entries({ ...users, ...contents }).flatMap(([area, messages]) =>
  Object.values(messages).map((message) => [area, message] as const),
)

it.each(copies)(
  'the message that tests expect for %s, %j, is one of validation-rules.md',
  (_area, message) => {
    expect(RULES).toContain(`'${message}'`)
  },
)
