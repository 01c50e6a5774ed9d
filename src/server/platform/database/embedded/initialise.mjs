// Creates an empty embedded database in a separate process: creating one needs some 500 MB more memory than using one.
import { PGlite } from '@electric-sql/pglite'
import { keepFilesPrivate, settings } from './settings.mjs'

const folder = process.argv[2]
keepFilesPrivate()
// Without fsync, for speed with a thousand files: a power loss can only damage an empty database.
const database = await PGlite.create({ ...settings, dataDir: folder })
await database.close()
