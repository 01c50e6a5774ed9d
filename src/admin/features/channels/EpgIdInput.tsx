import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type HTMLAttributes, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { GuideChannel } from '../../../domain/channels/channel-guide.ts'
import { searchForm } from '../../../domain/format/text.ts'
import { request } from '../../api/http.ts'
import { timeText } from '../../kit/display/dates.ts'
import { FieldLabel, type FieldProps, useExtraRender, useField } from '../../kit/inputs/inputs.tsx'
import { useSearchText } from '../../kit/inputs/search-text.ts'

const FRESH_FOR_MS = 60_000

/** The channels of a guide that match a search; disabled without a guide, or before `enabled`. */
const useGuideChannels = (guide: string | undefined, search: string, enabled: boolean) =>
  useQuery({
    queryKey: ['guides', guide, 'channels', search],
    queryFn: ({ signal }) =>
      request('GET /api/channel/guides/:id/channels', {
        params: { id: guide ?? '' },
        query: new URLSearchParams({ search }),
        signal,
      }),
    enabled: enabled && guide !== undefined,
    staleTime: FRESH_FOR_MS,
    // Those of another guide would be offered for this one.
    placeholderData: (before, query) => (query?.queryKey[1] === guide ? before : undefined),
    // The server has already retried.
    retry: false,
  })

/** The channel of the opened form as it was last read: the guide is only fetched when the field is used. */
const useStoredChannel = (guide: string | undefined, epgId: string) => {
  const { data } = useQuery({
    queryKey: ['guides', guide, 'stored', epgId],
    queryFn: ({ signal }) =>
      request('GET /api/channel/guides/:id/channels', {
        params: { id: guide ?? '' },
        query: new URLSearchParams({ search: epgId, stored: 'true' }),
        signal,
      }),
    enabled: guide !== undefined && epgId !== '',
    staleTime: FRESH_FOR_MS,
    retry: false,
  })
  return data?.find((channel) => channel.epgId === epgId)
}

/** A programme with its time; undefined if the guide doesn't contain it. */
const programmeText = (programme: GuideChannel['now']): string | undefined =>
  programme === null
    ? undefined
    : `${programme.title} (${timeText(programme.start)} – ${timeText(programme.stop)})`

const nowText = ({ now }: GuideChannel): string | undefined => programmeText(now)

const DAMAGED = 'La guía trae � donde está dañada o se leyó con otra codificación.'

/** What is on now and next, and whether the guide's text is damaged; undefined if there is none of it. */
const onAirText = ({ name, now, next }: GuideChannel): string | undefined => {
  const [current, following] = [programmeText(now), programmeText(next)]
  const parts = [
    ...(current === undefined ? [] : [`Ahora: ${current}`]),
    ...(following === undefined ? [] : [`Después: ${following}`]),
    ...([name, current, following].some((text) => text?.includes('�')) ? [DAMAGED] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' · ')
}

const optionId = (option: GuideChannel | string): string =>
  typeof option === 'string' ? option : option.epgId

const fits =
  (text: string) =>
  ({ name, epgId }: GuideChannel): boolean =>
    searchForm(text)
      .split(' ')
      .every((word) => searchForm(`${name} ${epgId}`).includes(word))

const ChannelOption = ({ channel, ...item }: HTMLAttributes<HTMLLIElement> & { channel: GuideChannel }) => (
  <Box component="li" {...item} sx={{ overflowWrap: 'anywhere' }}>
    <Box sx={{ display: 'grid', minWidth: 0 }}>
      <span>
        <strong>{channel.name}</strong>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {channel.epgId}
        </Box>
      </span>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {nowText(channel) ?? 'La guía no dice qué está al aire'}
      </Box>
    </Box>
  </Box>
)

/**
 * The current programme of the form's channel, and the guide's channels to choose from; loaded when the field is used.
 */
const useGuide = (guide: string | undefined, epgId: string) => {
  // The id when the field got the focus.
  const [first, setFirst] = useState<string>()
  const { typed, words, search } = useSearchText()
  const [opened] = useState({ guide, epgId })
  const stored = useStoredChannel(opened.guide, opened.epgId)
  const offered = useGuideChannels(guide, words, first !== undefined)
  const initial = useGuideChannels(guide, first ?? '', first !== undefined && first !== '')
  const storedMatch = guide === opened.guide && stored ? [stored] : []
  const selected = [...(initial.data ?? []), ...(offered.data ?? []), ...storedMatch].find(
    (channel) => channel.epgId === epgId,
  )
  // Until the guide responds, earlier results are filtered by the typed text.
  const isBehind = typed !== words || offered.isPlaceholderData
  const channels = isBehind ? offered.data?.filter(fits(typed)) : offered.data
  return {
    channels: guide === undefined ? [] : (channels ?? []),
    isLoading: offered.isFetching,
    failure: guide === undefined ? undefined : offered.error?.message,
    onNow: guide === undefined || selected === undefined ? undefined : onAirText(selected),
    startSearch: () => setFirst(epgId),
    search,
  }
}

/**
 * The channel's id in the guide: suggests the guide's channels with their current programmes; accepts any other id.
 * Disabled without a guide.
 */
export const EpgIdInput = (props: FieldProps) => {
  const guideId: unknown = useWatch({ name: 'channelGuide' })
  const guide = typeof guideId === 'string' ? guideId : undefined
  const { id, name, value, label, error, change, blur } = useField(props)
  const epgId = typeof value === 'string' ? value : ''
  const { channels, isLoading, failure, onNow, startSearch, search } = useGuide(guide, epgId)
  useExtraRender(channels.map(optionId))
  const line = error ?? failure ?? (onNow === undefined ? props.help : onNow)
  const input = (params: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      name={name}
      label={<FieldLabel required={guide !== undefined}>{label}</FieldLabel>}
      error={error !== undefined}
      helperText={line}
      slotProps={{ formHelperText: { 'aria-live': 'polite' } }}
    />
  )
  return (
    <Autocomplete<GuideChannel, false, false, true>
      id={id}
      freeSolo
      options={channels}
      value={null}
      inputValue={epgId}
      filterOptions={(all) => all}
      getOptionLabel={optionId}
      getOptionKey={optionId}
      onFocus={startSearch}
      onInputChange={(_, text, reason) => {
        if (reason === 'reset') return
        change(text)
        search(reason === 'input' ? text : '')
      }}
      onBlur={blur}
      disabled={props.disabled === true || guide === undefined}
      loading={isLoading}
      loadingText="Leyendo la guía…"
      clearText="Quitar"
      renderOption={({ key, ...item }, channel) => <ChannelOption key={key} channel={channel} {...item} />}
      renderInput={input}
    />
  )
}
