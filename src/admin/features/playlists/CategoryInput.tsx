import { useWatch } from 'react-hook-form'
import { CHANNEL_CATEGORY_TYPE } from '../../../domain/contents/category.ts'
import { LIVE_TV_GENRES } from '../../../domain/contents/genres.ts'
import { fold } from '../../../domain/format/text.ts'
import type { FieldProps } from '../../kit/inputs/inputs.tsx'
import { SuggestInput, useRecordChoices } from '../../kit/inputs/ReferenceInput.tsx'

const NO_IDS: readonly string[] = []

/** A channel's category: suggests the categories for live TV, then the usual genres; accepts any other text. */
export const CategoryInput = (props: FieldProps) => {
  const value: unknown = useWatch({ name: props.source })
  const { choices, startSearch, search } = useRecordChoices({
    resource: 'categories',
    filter: { type: CHANNEL_CATEGORY_TYPE },
    ids: NO_IDS,
  })
  const categories = choices.map(({ name }) => name)
  const taken = new Set(categories.map(fold))
  const genres = LIVE_TV_GENRES.filter((genre) => !taken.has(fold(genre)))
  return (
    <SuggestInput
      {...props}
      onFocus={startSearch}
      suggestions={[...categories, ...genres]}
      onTyped={(text) => {
        // The existing text is not a search.
        if (text !== value) search(text)
      }}
    />
  )
}
