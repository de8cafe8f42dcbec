extension Array {
  /// The elements in order, each inserted behind those that it does not precede.
  ///
  /// For a dozen elements; the standard library's sort would take its hundredth of a page's module.
  func inserted(_ precedes: (Element, Element) -> Bool) -> [Element] {
    var sorted: [Element] = []
    for element in self {
      var place = sorted.count
      while place > 0, precedes(element, sorted[place - 1]) { place -= 1 }
      sorted.insert(element, at: place)
    }
    return sorted
  }
}
