import Device

/// The eight winds, and how somebody moves towards one.
enum CompassPhrase: CatalogueKey {
  case north, northEast, east, southEast, south, southWest, west, northWest
  case heading, wasHeading, shortHeading, onFoot, byVehicle

  init(_ point: CompassPoint) {
    self =
      switch point {
      case .north: .north
      case .northEast: .northEast
      case .east: .east
      case .southEast: .southEast
      case .south: .south
      case .southWest: .southWest
      case .west: .west
      case .northWest: .northWest
      }
  }

  var phrase: Phrase {
    switch self {
    case .north: Phrase(es: "norte", en: "north")
    case .northEast: Phrase(es: "noreste", en: "north-east")
    case .east: Phrase(es: "este", en: "east")
    case .southEast: Phrase(es: "sureste", en: "south-east")
    case .south: Phrase(es: "sur", en: "south")
    case .southWest: Phrase(es: "suroeste", en: "south-west")
    case .west: Phrase(es: "oeste", en: "west")
    case .northWest: Phrase(es: "noroeste", en: "north-west")
    case .heading: Phrase(es: "Va hacia el {text}.", en: "Going towards the {text}.")
    case .wasHeading: Phrase(es: "Iba hacia el {text}.", en: "Was going towards the {text}.")
    case .shortHeading: Phrase(es: "hacia el {text}", en: "towards the {text}")
    case .onFoot: Phrase(es: "{text}, a pie", en: "{text}, on foot")
    case .byVehicle: Phrase(es: "{text}, en un vehículo", en: "{text}, by vehicle")
    }
  }
}
