import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useState } from 'react'
import { SEASON_MESSAGES, type Season } from '../../../../domain/contents/season.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { DeleteItemButton, ItemButtons, ItemRow } from '../../../kit/inputs/ItemsInput.tsx'

interface SeasonRowProps {
  season: Season
  /** How many stored episodes it has. */
  episodes: number
  errors: readonly string[]
  onEdit: () => void
  onDelete: () => void
}

const episodesText = (count: number): string => (count === 1 ? '1 episodio' : `${count} episodios`)

/** One season of a series. */
export const SeasonRow = ({ season, episodes, errors, onEdit, onDelete }: SeasonRowProps) => {
  const [isRefused, setRefused] = useState(false)
  const { number, description } = season
  return (
    <ItemRow testId="season" errors={errors}>
      <Tag>{number}</Tag>
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>{description}</Box>
      {episodes > 0 ? <Tag>{episodesText(episodes)}</Tag> : null}
      <ItemButtons>
        <Button size="small" aria-label={`Editar ${description}`} onClick={onEdit}>
          Editar
        </Button>
        {episodes > 0 ? (
          <Button
            size="small"
            color="error"
            aria-label={`Eliminar ${description}`}
            onClick={() => setRefused(true)}
          >
            Eliminar
          </Button>
        ) : (
          <DeleteItemButton
            name={description}
            prompt={SEASON_MESSAGES.deletePrompt(description)}
            onDelete={onDelete}
          />
        )}
      </ItemButtons>
      <FormHelperText role="alert" error sx={{ width: 1, mt: 0, '&:empty': { display: 'none' } }}>
        {isRefused && episodes > 0 ? SEASON_MESSAGES.inUse(number, episodes) : null}
      </FormHelperText>
    </ItemRow>
  )
}
