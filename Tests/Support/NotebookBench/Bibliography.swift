/// Works to cite.
package let bibliographySample = """
  @article{savage1998, author = {Savage, Paul G.}, title = {Strapdown inertial navigation integration algorithm design},
    journal = {Journal of Guidance}, year = 1998}
  @book{titterton2004, author = {Titterton, David and Weston, John}, title = {Strapdown Inertial Navigation Technology},
    year = 2004, publisher = {IET}}

  """
