import { lockFolder } from '../../src/server/platform/database/embedded/lock.ts'
import { DatabaseError } from '../../src/server/platform/database/errors.ts'

/** A child process that takes the lock of a folder on request and reports the outcome. */
const [, , folder = ''] = process.argv
let release: (() => void) | undefined

const take = (): string => {
  try {
    release = lockFolder(folder)
    return 'taken'
  } catch (error) {
    return error instanceof DatabaseError ? 'refused' : String(error)
  }
}

process.on('message', (order) => {
  if (order === 'take') process.send?.(take())
  else {
    release?.()
    release = undefined
    process.send?.('released')
  }
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
