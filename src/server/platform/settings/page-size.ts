import { pageSizeOf } from '../../../domain/settings/public-settings.ts'
import type { Executor } from '../database/open.ts'
import { readSettings } from './read-settings.ts'

/** Rows of a list page that asks for no number of its own. */
export const loadPageSize = async (db: Executor): Promise<number> => pageSizeOf(await readSettings(db))
