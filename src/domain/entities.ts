import { channelEntity } from './channels/channel.ts'
import { guideEntity } from './channels/channel-guide.ts'
import { channelListEntity } from './channels/channel-list.ts'
import { categoryEntity } from './contents/category.ts'
import { concertEntity } from './contents/concert.ts'
import { documentaryEntity } from './contents/documentary.ts'
import { movieEntity } from './contents/movie.ts'
import { onDemandEntity } from './contents/on-demand.ts'
import { radioEntity } from './contents/radio.ts'
import { seriesEntity } from './contents/series.ts'
import { sportEntity } from './contents/sport.ts'

/** The entities of the catalogue, with their schemas and endpoints. Episodes have endpoints of their own. */
export const ENTITIES = [
  categoryEntity,
  channelEntity,
  channelListEntity,
  concertEntity,
  documentaryEntity,
  guideEntity,
  movieEntity,
  onDemandEntity,
  radioEntity,
  seriesEntity,
  sportEntity,
] as const
