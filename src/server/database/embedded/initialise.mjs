// Creates an empty embedded database in a process of its own: it needs some 500 MB more than using one does.
import { PGlite } from '@electric-sql/pglite'
import { keepFilesPrivate, settings } from './settings.mjs'

keepFilesPrivate()
const database = await PGlite.create({ ...settings, dataDir: process.argv[2] })
await database.close()
