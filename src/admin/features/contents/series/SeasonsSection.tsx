import { useRecordContext } from 'ra-core'
import type { Season } from '../../../../domain/contents/season.ts'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { ItemsInput } from '../../../kit/inputs/ItemsInput.tsx'
import { useSeasons } from '../episodes/use-seasons.ts'
import { SeasonDialog } from './SeasonDialog.tsx'
import { SeasonRow } from './SeasonRow.tsx'

// The form's field holds what the API gave or the season dialog made: both are seasons.
const asSeason = (value: object): Season => value as Season

const seasonsIn = (value: unknown): Season[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asSeason) : []

const byNumber = (seasons: Season[]): Season[] => [...seasons].sort((one, other) => one.number - other.number)

/** How many stored episodes each season number has. */
const useEpisodeCounts = (): ReadonlyMap<number, number> => {
  const record = useRecordContext()
  const { data } = useSeasons(typeof record?._id === 'string' ? record._id : undefined)
  return new Map(data?.seasons.map(({ number, episodes }) => [number, episodes]))
}

/** The seasons of a series; those with episodes stay. */
export const SeasonsSection = () => {
  const counts = useEpisodeCounts()
  return (
    <FormSection title="Temporadas">
      <ItemsInput
        source="seasons"
        label="Temporadas"
        addLabel="Agregar temporada"
        itemsIn={seasonsIn}
        arrange={byNumber}
        row={({ item, errors, onEdit, onDelete }) => (
          <SeasonRow
            season={item}
            episodes={counts.get(item.number) ?? 0}
            errors={errors}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
        dialog={({ item, items, ...dialog }) => (
          <SeasonDialog
            season={item}
            others={items.filter((each) => each !== item)}
            episodes={item === undefined ? 0 : (counts.get(item.number) ?? 0)}
            {...dialog}
          />
        )}
      />
    </FormSection>
  )
}
