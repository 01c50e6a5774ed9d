import { testHostileRequests } from './hostile-requests.ts'

testHostileRequests('films')
