import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type FilledSeason, nextPlace } from '../../../../domain/contents/season.ts'
import { Span } from '../../../kit/form/FormSection.tsx'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { useSeasons } from './use-seasons.ts'
import { useSerieId } from './use-serie-id.ts'

const NONE: FilledSeason[] = []

/** Proposes the next number of the season that is chosen for a new episode, until somebody writes one. */
const useProposal = (seasons: readonly FilledSeason[]): void => {
  const { mode } = useFormKit()
  const { getValues, setValue } = useFormContext()
  const season: unknown = useWatch({ name: 'season' })
  const proposed = useRef(getValues('episode'))
  useEffect(() => {
    const next = nextPlace(seasons.filter(({ number }) => number === season))
    if (mode === 'edit' || next === undefined || getValues('episode') !== proposed.current) return
    proposed.current = next.episode
    setValue('episode', next.episode, { shouldDirty: true })
  }, [mode, season, seasons, getValues, setValue])
}

/** Where an episode stands: its season, out of those of the series, and its number. */
export const PlaceInputs = () => {
  const { data } = useSeasons(useSerieId())
  const seasons = data?.seasons ?? NONE
  useProposal(seasons)
  const help = data?.seasons.length === 0 ? 'La serie todavía no tiene temporadas.' : undefined
  return (
    <>
      <Span of={6}>
        <SelectInput
          source="season"
          choices={seasons.map(({ number, description }) => ({
            id: number,
            name: `${number} · ${description}`,
          }))}
          {...(help === undefined ? {} : { help })}
        />
      </Span>
      <Span of={3} phone={6}>
        <NumberInput source="episode" />
      </Span>
      <Span of={3} phone={6}>
        <NumberInput source="rating" decimals />
      </Span>
    </>
  )
}
