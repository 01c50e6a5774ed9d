import type { Me } from '../../../domain/users/endpoints.ts'
import { ask } from '../client.ts'

export type { Me }

/** The service's time zone until the server has told it. */
export const DEFAULT_TIME_ZONE = 'America/Santo_Domingo'

/** Asks the server who is signed in. */
export const fetchMe = (signal?: AbortSignal): Promise<Me> => ask('GET /api/users/me', { signal })
