@_exported import Footprints
