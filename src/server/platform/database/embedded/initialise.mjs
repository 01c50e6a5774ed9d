// Creates an empty embedded database in a process of its own: it needs some 500 MB more than using one does.
import { PGlite } from '@electric-sql/pglite'
import { keepFilesPrivate, settings } from './settings.mjs'

const folder = process.argv[2]
keepFilesPrivate()
// Without fsync, as a thousand files would wait for the disk: what a power loss may spoil now is still empty.
const database = await PGlite.create({ ...settings, dataDir: folder })
await database.close()
