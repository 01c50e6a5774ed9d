import { ChecksInput } from '../../../kit/inputs/ChecksInput.tsx'
import { choicesOf } from '../../../kit/inputs/SelectInput.tsx'

/** The genres of a content, out of those of its kind. */
export const GenresInput = ({ genres }: { genres: readonly string[] }) => (
  <ChecksInput source="genres" choices={choicesOf(genres)} columnWidth={125} />
)
