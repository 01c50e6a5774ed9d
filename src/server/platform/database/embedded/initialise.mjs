// Creates an empty embedded database in a process of its own: it needs some 500 MB more than using one does.
import { PGlite } from '@electric-sql/pglite'
import { keepFilesPrivate, settings } from './settings.mjs'

const folder = process.argv[2]
keepFilesPrivate()
// Without fsync, which a thousand files would wait for: a power loss can only damage an empty database.
const database = await PGlite.create({ ...settings, dataDir: folder })
await database.close()
