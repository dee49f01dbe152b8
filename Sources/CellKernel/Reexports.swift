@_exported import Footprints
@_exported import UnitOutcomes
