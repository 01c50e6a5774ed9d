import { engines, version } from '../../package.json'

/** The version of the product, as package.json states it. */
export const VERSION: string = version
/** The oldest version of Node that runs the server. */
export const MIN_NODE: string = engines.node.replace('>=', '')
