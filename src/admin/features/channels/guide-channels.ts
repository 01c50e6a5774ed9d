import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { call } from '../../api/http.ts'
import { timeText } from '../../kit/display/dates.ts'

/** A channel that a guide knows, with what is on now. */
export interface GuideChannel {
  epgId: string
  name: string
  now: { title: string; start: string; stop: string } | null
}

const FRESH_FOR_MS = 60_000

// The contract: what the server answers to a search in a guide.
const asChannels = (json: unknown): GuideChannel[] => json as GuideChannel[]

/** The channels of a guide that a search finds; nothing is asked without a guide, or before `enabled`. */
export const useGuideChannels = (guide: string | undefined, search: string, enabled: boolean) =>
  useQuery({
    queryKey: ['guides', guide, 'channels', search],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ search })
      const { json } = await call(`${API_PATHS.guides}/${guide}/channels?${query}`, { signal })
      return asChannels(json)
    },
    enabled: enabled && guide !== undefined,
    staleTime: FRESH_FOR_MS,
    placeholderData: keepPreviousData,
    // The server has tried for long enough.
    retry: false,
  })

/** What is on now, with its time; undefined when the guide does not say. */
export const nowText = ({ now }: GuideChannel): string | undefined =>
  now === null ? undefined : `${now.title} (${timeText(now.start)} – ${timeText(now.stop)})`
