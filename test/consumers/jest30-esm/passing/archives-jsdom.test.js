/** @jest-environment jsdom */
import * as mynah from 'mynah'
import * as har from 'mynah/har'
import * as record from 'mynah/record'
import { testArchives } from '../archives.cjs'

testArchives(mynah, har, record)
