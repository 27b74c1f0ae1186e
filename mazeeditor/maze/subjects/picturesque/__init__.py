"""Picturesque mazes: their only route, filled in, is a picture.

A *pixel* is a place of the picture, and has 2 x 2 cells, 4 x 4 or one of them; those that the route
shall cover are the *cover*, all others the *ground*.
"""
